// What was freed goes back to the system, so that a program that runs for hours is as large as what it shows.
// Nothing where the C library has no such calls.
#pragma once

namespace selvage {

// From now on large blocks go back as soon as they are freed. Call it before the first is allocated. By
// itself the C library learns from large blocks that were freed to keep such blocks, and ends with a hundred
// megabytes of gaps after a few scenes.
void returnLargeBlocks();

// Gives back the gaps between small blocks, of all threads: less than a millisecond where there are few.
void returnFreedMemory();

} // namespace selvage
