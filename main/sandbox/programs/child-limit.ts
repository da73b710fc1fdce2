/**
 * The mark no program of a tool can take off: the hard limit of file locks, which Linux has not enforced since 2.4 and
 * which is passed on by fork and exec, outlives closed descriptors, double forks and new sessions, and is never raised
 * again without CAP_SYS_RESOURCE. Nothing else sets it so low.
 */
export const CHILD_LOCK_LIMIT = 1;

/** Sets it in a POSIX shell before `exec`; the letter differs between dash and bash. */
export const SET_CHILD_LIMIT = `{ ulimit -w ${CHILD_LOCK_LIMIT} || ulimit -x ${CHILD_LOCK_LIMIT}; } 2>/dev/null`;
