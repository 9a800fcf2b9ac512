/** Where the store's threads are: beside this file, or entry points of their own (scripts/build). */
const insideExecutable = import.meta.url.includes("/$bunfs/") || import.meta.url.includes("/~BUN/");

/** Starts a thread from the file of that name in this folder. */
export function startWorker(name: "writer" | "indexer" | "search"): Worker {
  const file = insideExecutable ? `./storage/sqlite/threads/${name}.js` : `./${name}.ts`;
  return new Worker(new URL(file, import.meta.url));
}
