/** `booking-risk project attribute set | list | archive` */
import type { Command } from "commander";
import { isoTime } from "../base/iso-time.ts";
import { archiveReadAttribute } from "../model/registry/declared-attributes.ts";
import { setAttribute } from "../projects/attributes.ts";
import { projectList } from "../projects/choices.ts";
import { attributeTypes, type ProjectAttribute } from "../storage/port/attributes.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, examples, table } from "./output.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

type Flags = CommonFlags & { project: string };
type ArchiveFlags = Flags & { yes?: boolean };
type SetFlags = Flags & { type: string; unit?: string; meaning: string; personal?: boolean };

export function attributeCommands(project: Command): void {
  const attribute = project
    .command("attribute")
    .description("Declare columns of your own, which requests may then have in attributes");
  const ofProject = (command: Command) => command.requiredOption("--project <id>", "the project");
  ofProject(attribute.command("set"))
    .description(
      "Declare an attribute, or change what a declared one means and whether it is personal. Its type and unit " +
        "never change; an archived one is in use again",
    )
    .argument("<name>", "a letter, then up to 62 of a to z, 0 to 9 and _")
    .requiredOption("--type <type>", attributeTypes.join(" | "))
    .option("--unit <unit>", "of a number, such as EUR")
    .requiredOption("--meaning <text>", "what it says of a booking; reasons name it by this")
    .option(
      "--personal",
      "it says something of the guest: only those who may see guests' data see it, and exports leave it out",
    )
    .option("--no-personal", "it says nothing of the guest, which is the default of a new one")
    .addHelpText(
      ...examples(
        'project attribute set loyalty_years --project prj_Zk3x9Qw1Ab --type number --unit years --meaning "years in the loyalty programme" --personal',
        'project attribute set channel --project prj_Zk3x9Qw1Ab --type category --meaning "where the guest came from"',
      ),
    )
    .action((name: string, flags: SetFlags) => set(name, flags));
  ofProject(attribute.command("list"))
    .description("Print the attributes of a project, the archived ones too")
    .addHelpText(...examples("project attribute list --project prj_Zk3x9Qw1Ab"))
    .action((flags: Flags) => list(flags));
  ofProject(attribute.command("archive"))
    .description("Archive an attribute: requests that have it are rejected from then on")
    .argument("<name>")
    .option("--yes", "confirm it where a model in use reads the attribute")
    .addHelpText(...examples("project attribute archive channel --project prj_Zk3x9Qw1Ab"))
    .action((name: string, flags: ArchiveFlags) => archive(name, flags));
}

async function set(name: string, flags: SetFlags): Promise<void> {
  const { project: projectId, type, unit, meaning, personal } = flags;
  const input = { projectId, name, type, unit, meaning, personal };
  const attribute = await withDeps(flags, (deps) =>
    setAttribute(deps, operatingSystemUser(), input),
  );
  answer(flags.json, attribute, () => [
    `Requests of project ${projectId} may have attributes.${name} from now on: a ${attribute.type}.`,
  ]);
}

async function list(flags: Flags): Promise<void> {
  const attributes = await withDeps(flags, (deps) =>
    projectList(deps, flags.project, "attributes"),
  );
  answer(flags.json, attributes, () =>
    attributes.length === 0
      ? ["No attribute is declared. Declare one: booking-risk project attribute set"]
      : table(["NAME", "TYPE", "UNIT", "PERSONAL", "ARCHIVED", "MEANING"], attributes.map(cells)),
  );
}

const cells = ({ name, type, unit, personal, archivedAt, meaning }: ProjectAttribute) => [
  name,
  type,
  unit ?? "",
  personal ? "yes" : "no",
  archivedAt === null ? "" : isoTime(archivedAt),
  meaning,
];

async function archive(name: string, flags: ArchiveFlags): Promise<void> {
  const { project: projectId } = flags;
  await withDeps(flags, (deps) =>
    archiveReadAttribute(deps, operatingSystemUser(), {
      projectId,
      name,
      confirmed: flags.yes === true,
    }),
  );
  answer(flags.json, { projectId, name, archived: true }, () => [
    `The attribute ${name} is archived. Requests that have it are rejected from now on.`,
  ]);
}
