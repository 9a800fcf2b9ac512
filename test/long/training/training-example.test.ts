/**
 * The program of models/README.md trains a model as copied, and the executable takes it. It downloads
 * some 120 MB of packages, so it runs in continuous integration only.
 */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lineOf } from "../../../models/training/history-file.ts";
import {
  defaultOptions,
  seasonStart,
  simulate,
} from "../../../models/training/simulator/simulate.ts";
import { Installation } from "../../fixtures/executable.ts";
import { blocksOf } from "../../fixtures/markdown.ts";
import { describeWith, type Program } from "../../fixtures/needs.ts";

const python: Program = {
  name: "Python 3.11 and CI=true",
  isInstalled: Bun.which("python3.11") !== null && process.env.CI === "true",
  install: "Install Python 3.11 and set CI=true; some 120 MB are downloaded.",
};

describeWith(python)("the training example", () => {
  test("becomes a model that the executable takes", async () => {
    const installation = new Installation();
    const inFolder = (name: string) => join(installation.folder, name);
    const blocks = blocksOf("models/README.md");
    const program = blocks.find(({ language }) => language === "python")!;
    const commands = blocks.find(({ text }) => text.includes("env/bin/pip"))!;
    writeFileSync(inFolder("train_mine.py"), program.text);

    const options = { ...defaultOptions, seed: "own", attempts: 4000, days: 120, fraudRate: 0.1 };
    const until = seasonStart + (options.days + 60) * 86_400_000;
    const past = [...simulate(options)].map((attempt) => lineOf(attempt, until));
    writeFileSync(inFolder("past.ndjson"), past.join("\n"));
    const { projectId } = await installation.json("project", "create", "Own");
    const ofProject = ["--project", projectId!];
    await installation.json("history", "import", inFolder("past.ndjson"), ...ofProject);
    await installation.json("export", ...ofProject, "--out", inFolder("rows.parquet"));
    const features = JSON.stringify(await installation.json("features"));
    writeFileSync(inFolder("features.json"), features);

    const child = Bun.spawn(["sh", "-eu", "-c", commands.text], {
      cwd: installation.folder,
      env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? installation.folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const error = await child.stderr.text();
    expect({ status: await child.exited, error }).toMatchObject({ status: 0 });
    const { out, status } = await installation.run("model", "check", inFolder("mine"));
    expect({ status, out: status === 0 ? "" : out }).toEqual({ status: 0, out: "" });
  });
});
