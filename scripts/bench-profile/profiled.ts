/** What the benchmark and the threads of the service that it profiles agree on. */

/** The environment variable with the folder that profiles are written to; threads inherit it. */
export const folderVariable = "BENCH_PROFILE_FOLDER";

/** The threads that a decision keeps busy. */
export const profiledThreads = ["main", "writer", "indexer"] as const;
export type ProfiledThread = (typeof profiledThreads)[number];
