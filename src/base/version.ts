import manifest from "../../package.json";

/** Defined by the build (scripts/build/executable.ts). */
declare const BUILD_COMMIT: string | null;

/** The product's version, from package.json. */
export const version: string = manifest.version;

/**
 * The Git commit that the executable was built from: 40 hexadecimal digits, and `-dirty` after them where tracked
 * files differed from it. Null where it was built outside a Git repository.
 */
export const commit: string | null = typeof BUILD_COMMIT === "undefined" ? null : BUILD_COMMIT;
