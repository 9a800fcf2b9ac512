/**
 * What the passkey library's X.509 reader misses in the executable: Bun's bundler runs its own import
 * of this after the modules that need it. A module of its own is run in the order of imports.
 */
import "reflect-metadata";
