# cmake -DFROM=FILE -DTO=FILE.inc -P embed.cmake: the bytes of a file as numbers for a C++ array; none where it is missing.
set(bytes "")
if(EXISTS ${FROM})
    file(READ ${FROM} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
endif()
file(WRITE ${TO} "${bytes}\n")
