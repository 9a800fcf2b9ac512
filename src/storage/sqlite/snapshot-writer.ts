/** A program of `snapshot.test.ts`: writes a row to each database in turn, until it is killed. */
import { openForWriting } from "./open.ts";

const folder = process.argv[2]!;
const control = openForWriting(folder, "control");
const events = openForWriting(folder, "events");
for (let i = 0; ; i++) {
  control.run("INSERT INTO secrets (name, value) VALUES (?, ?)", [`s${i}`, "x".repeat(200)]);
  events.run("INSERT INTO feature_sets (id, names) VALUES (?, ?)", [`s${i}`, "x".repeat(200)]);
  if (i === 0) process.stdout.write("writing\n");
}
