#!/usr/bin/env python3
"""Turns the frame buffer file of a virtual X server (Xvfb -fbdir) into a PNG.

    screenshot.py FRAMEBUFFER OUT.png

The frame buffer is an XWD version 7 image that is kept up to date in place. Only what Xvfb writes is understood:
32 bits a pixel, true colour. Standard library only.
"""
import struct
import sys
import zlib

HEADER_WORDS = 25
XWD_VERSION = 7


def read_frame(path):
    """Width, height and RGB rows of the picture as it is now."""
    with open(path, "rb") as file:
        data = file.read()
    words = struct.unpack(f">{HEADER_WORDS}I", data[:HEADER_WORDS * 4])
    header_size, version = words[0], words[1]
    width, height, byte_order, bits, stride, colors = words[4], words[5], words[7], words[11], words[12], words[19]
    if version != XWD_VERSION or bits != 32:
        raise ValueError(f"{path}: XWD version {version} with {bits} bits a pixel, expected version 7 with 32")
    start = header_size + colors * 12  # each colour map entry has 12 bytes
    rows = []
    for y in range(height):
        line = data[start + y * stride:start + y * stride + width * 4]
        blue_first = byte_order == 0
        row = bytearray(width * 3)
        row[0::3], row[1::3], row[2::3] = (line[2::4], line[1::4], line[0::4]) if blue_first else (
            line[1::4], line[2::4], line[3::4])
        rows.append(bytes(row))
    return width, height, rows


def png_chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def write_png(path, width, height, rows):
    pixels = b"".join(b"\0" + row for row in rows)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(png_chunk(b"IDAT", zlib.compress(pixels, 6)))
        file.write(png_chunk(b"IEND", b""))


def main():
    if len(sys.argv) != 3:
        sys.exit("screenshot: expected FRAMEBUFFER OUT.png")
    try:
        write_png(sys.argv[2], *read_frame(sys.argv[1]))
    except (OSError, ValueError, struct.error) as error:
        sys.exit(f"screenshot: {error}")


if __name__ == "__main__":
    main()
