/** The checks of the training in its own language, on small generated exports. */
import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { python } from "../../../models/training/python.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { trainingPackages } from "../../fixtures/python-packages.ts";

const training = resolve(import.meta.dir, "../../../models/training");

describeWith(trainingPackages)("the checks", () => {
  test.each(["check_training.py", "check_reference.py"])(
    "of %s hold",
    async (name) => {
      // As run.ts does.
      const env = { ...process.env, OMP_WAIT_POLICY: "PASSIVE" };
      const child = Bun.spawn([python, "-B", join(training, name)], {
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      expect(await child.exited, `${out}\n${error}`).toBe(0);
    },
    900_000,
  );
});
