/** The Go client, built by Go as a module of another. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import { packGo } from "../../../scripts/release/client-packages.ts";
import { debianProgram } from "../../fixtures/needs.ts";
import { runCommands, testClient } from "./client-tests.ts";

testClient({
  name: "Go",
  folder: "go",
  language: "go",
  needs: [debianProgram("go", "golang-go")],
  async build(folder, { install, quickStart, samples }) {
    await packGo(folder);
    // Nothing but the client: neither another version of Go nor a package is fetched.
    const environment = {
      GOFLAGS: "-mod=mod",
      GOPROXY: "off",
      GOTOOLCHAIN: "local",
      CGO_ENABLED: "0",
      GOCACHE: join(folder, "cache"),
    };
    await Bun.write(join(folder, "go.mod"), "module shop.example\n\ngo 1.18\n");
    await runCommands(install, folder, environment);
    const programs = { calls: join(import.meta.dir, "go/calls.go"), "quick-start": undefined };
    for (const [name, program] of Object.entries(programs)) {
      mkdirSync(join(folder, name));
      const file = join(folder, name, "main.go");
      if (program) cpSync(program, file);
      else await Bun.write(file, quickStart);
    }
    for (const [operation, program] of samples) {
      await Bun.write(join(folder, operation, "main.go"), program);
    }
    const all = ["./...", "booking-risk.example/bookingrisk"];
    await outputOf(["go", "vet", ...all], { folder, environment });
    await outputOf(["go", "build", "-o", "bin/", "./..."], { folder, environment });
    const built = (name: string) => [join(folder, "bin", name)];
    return { calls: built("calls"), quickStart: built("quick-start"), sample: built };
  },
});
