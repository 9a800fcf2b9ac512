/** `booking-risk openapi` */
import type { Command } from "commander";
import { openApiDocument } from "../http/openapi.ts";
import { examples } from "./output.ts";

export function openapiCommand(program: Command): void {
  program
    .command("openapi")
    .description("Print the API's OpenAPI document")
    .addHelpText("after", examples("openapi > openapi.json"))
    .action(async () => {
      process.stdout.write(`${await openApiDocument()}\n`);
    });
}
