#ifndef CCOMMIT_H
#define CCOMMIT_H

/// The commit that was built, as Package.swift took it from the environment; NULL where it was not told.
const char *_Nullable kinescope_commit(void);

#endif
