#!/bin/bash -eu
"$SRC/kinescope/Scripts/oss-fuzz-build"
