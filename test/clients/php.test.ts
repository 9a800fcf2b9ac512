/** The PHP client, with an autoloader of what its composer.json declares. */
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { debianProgram, type Program } from "../needs.ts";
import { testClient } from "./client-tests.ts";

const source = resolve(import.meta.dir, "../../sdk/php");
const curl: Program = {
  name: "PHP's curl",
  isInstalled:
    Bun.which("php") !== null &&
    Bun.spawnSync(["php", "-r", "exit((int) !extension_loaded('curl'));"]).exitCode === 0,
  install: "Install it with `apt-get install php-curl`.",
};

/** As Composer's: PSR-4, without a check whether the file exists, so that a wrong name fails. */
const autoloader = (namespaces: Record<string, string>) => `<?php
spl_autoload_register(static function (string $class): void {
    foreach (json_decode('${JSON.stringify(namespaces).replaceAll("\\", "\\\\")}', true) as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            $name = str_replace('\\\\', '/', substr($class, strlen($prefix)));
            require __DIR__ . "/client/{$folder}{$name}.php";
        }
    }
});
`;

testClient({
  name: "PHP",
  folder: "php",
  language: "php",
  needs: [debianProgram("php", "php-cli"), curl],
  async build(folder, quickStart) {
    cpSync(source, join(folder, "vendor/client"), { recursive: true });
    const { autoload } = await Bun.file(join(source, "composer.json")).json();
    await Bun.write(join(folder, "vendor/autoload.php"), autoloader(autoload["psr-4"]));
    await Bun.write(join(folder, "quick-start.php"), quickStart);
    cpSync(join(import.meta.dir, "php/calls.php"), join(folder, "calls.php"));
    return { calls: ["php", "calls.php"], quickStart: ["php", "quick-start.php"] };
  },
});
