/** A thread that opens the databases of a folder at the same moment as others. */
import { databaseNames, openForWriting } from "./open.ts";

declare const self: Worker;

export interface ToOpen {
  folder: string;
  /** How many threads are ready, in shared memory. */
  ready: Int32Array<SharedArrayBuffer>;
  threads: number;
}

self.onmessage = ({ data: { folder, ready, threads } }: MessageEvent<ToOpen>) => {
  if (Atomics.add(ready, 0, 1) === threads - 1) Atomics.notify(ready, 0);
  else {
    for (let count = Atomics.load(ready, 0); count < threads; count = Atomics.load(ready, 0)) {
      Atomics.wait(ready, 0, count);
    }
  }
  try {
    for (const name of databaseNames) openForWriting(folder, name).close();
    self.postMessage(null);
  } catch (error) {
    self.postMessage(String(error));
  }
};
