/** The Go client, built by Go as a module of another. */
import { cpSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { outputOf } from "../../scripts/run-quietly.ts";
import { debianProgram } from "../needs.ts";
import { testClient } from "./client-tests.ts";

const source = resolve(import.meta.dir, "../../sdk/go");
const path = "booking-risk.example/bookingrisk";

testClient({
  name: "Go",
  folder: "go",
  language: "go",
  needs: [debianProgram("go", "golang-go")],
  async build(folder, quickStart) {
    cpSync(source, join(folder, "client"), { recursive: true });
    const programs = { calls: join(import.meta.dir, "go/calls.go"), "quick-start": undefined };
    for (const [name, program] of Object.entries(programs)) {
      mkdirSync(join(folder, name));
      const file = join(folder, name, "main.go");
      if (program) cpSync(program, file);
      else await Bun.write(file, quickStart);
    }
    await Bun.write(
      join(folder, "go.mod"),
      `module shop.example\n\ngo 1.18\n\nrequire ${path} v0.1.0\n\nreplace ${path} => ./client\n`,
    );
    // Nothing but the client: neither another version of Go nor a package is fetched.
    const environment = {
      ...{ GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", CGO_ENABLED: "0" },
      GOCACHE: join(folder, "cache"),
    };
    await outputOf(["go", "vet", "./..."], { folder, environment });
    await outputOf(["go", "build", "-o", "bin/", "./..."], { folder, environment });
    return { calls: [join(folder, "bin/calls")], quickStart: [join(folder, "bin/quick-start")] };
  },
});
