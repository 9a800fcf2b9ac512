/** The PHP client, installed by Composer. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { packPhp } from "../../../scripts/release/client-packages.ts";
import { debianProgram, type Program } from "../../fixtures/needs.ts";
import { runCommands, testClient } from "./client-tests.ts";

const curl: Program = {
  name: "PHP's curl",
  isInstalled:
    Bun.which("php") !== null &&
    Bun.spawnSync(["php", "-r", "exit((int) !extension_loaded('curl'));"]).exitCode === 0,
  install: "Install it with `apt-get install php-curl`.",
};

testClient({
  name: "PHP",
  folder: "php",
  language: "php",
  needs: [debianProgram("php", "php-cli"), curl, debianProgram("composer")],
  async build(folder, { install, quickStart, samples }) {
    await packPhp(folder);
    // Nothing but the client: no package is fetched.
    const alone = { repositories: { "packagist.org": false } };
    await Bun.write(join(folder, "composer.json"), JSON.stringify(alone));
    const home = join(folder, "composer");
    await runCommands(install, folder, {
      COMPOSER_HOME: home,
      COMPOSER_ALLOW_SUPERUSER: "1",
      COMPOSER_NO_INTERACTION: "1",
      COMPOSER_DISABLE_NETWORK: "1",
    });
    await Bun.write(join(folder, "quick-start.php"), quickStart);
    cpSync(join(import.meta.dir, "php/calls.php"), join(folder, "calls.php"));
    for (const [operation, program] of samples) {
      await Bun.write(join(folder, `${operation}.php`), program);
    }
    return {
      calls: ["php", "calls.php"],
      quickStart: ["php", "quick-start.php"],
      sample: (operation) => ["php", `${operation}.php`],
    };
  },
});
