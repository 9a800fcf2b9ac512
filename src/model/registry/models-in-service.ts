/**
 * The models in service: one for all projects, and those of projects that have their own. A new
 * model is loaded while the old one still decides. A decision uses one model from beginning to end,
 * and the old model is closed after its last use.
 */
import type { RunningChallenge } from "../../risk/decide.ts";
import { featureNames } from "../../risk/features/index.ts";
import type { Scorer } from "../../risk/features/scorer.ts";
import type { ModelRecord, ModelRoles, PromotionRecord } from "../../storage/port/models.ts";
import type { Model } from "../model.ts";
import { isCurrent } from "./challenge.ts";
import { LeasedModel } from "./lease.ts";
import { type Library, openBundle } from "./library.ts";
import { fullName } from "./model-name.ts";
import { promotionsOf } from "./roles.ts";

/** Models that stay loaded out of service, so that a rollback to them is immediate. */
const warmMax = 2;

/** The model that scores for a project, or for all (null). */
export interface Serving {
  projectId: string | null;
  name: string;
  version: string;
  sha256: string;
  /** The model that should score, and why it does not; null where it does. */
  insteadOf: { wanted: string; reason: string } | null;
}

export interface ModelsInService {
  /** Runs `work` with the model for a project's next decision, which stays loaded until it ends. */
  withModel<Result>(projectId: string, work: (model: Scorer) => Promise<Result>): Promise<Result>;
  /** A project's challenge, while its challenger is loaded; null: the active model decides all. */
  challengeOf(projectId: string): RunningChallenge | null;
  /** Whether any challenge has not ended, also one that decides nothing. */
  hasChallenges(): boolean;
  silentChallengers(): readonly SilentChallenger[];
  serving(): Serving[];
  /**
   * Loads the promoted models. Where one cannot be loaded, the promotion before it applies, and in
   * the end the built-in model.
   *
   * @returns whether every promotion could be applied.
   * @throws Error where not even the built-in model loads; then nothing changes.
   */
  apply(roles: ModelRoles): Promise<boolean>;
  /** Closes each model after its last use. */
  close(): void;
}

interface Slot extends Serving {
  leased: LeasedModel;
}

/** A challenger that does not load: then the active model decides all. */
export interface SilentChallenger {
  projectId: string;
  model: string;
  reason: string;
}

interface Challenges {
  /** Of all that have not ended. */
  count: number;
  running: ReadonlyMap<string, RunningChallenge & { leased: LeasedModel }>;
  silent: readonly SilentChallenger[];
}

/** A model to load, in the order of preference. */
interface Choice {
  /** For messages. */
  title: string;
  key: string;
  open(): Promise<Model>;
}

/**
 * @param changed called whenever another model takes over, or fails to; `before` is null at the
 *   start.
 */
export function modelsInService(
  library: Library,
  changed: (serving: Serving, before: Serving | null) => void,
): ModelsInService {
  /** By bundle, ordered by last use. */
  const loaded = new Map<string, LeasedModel>();
  let slots = new Map<string | null, Slot>();
  let challenges: Challenges = { count: 0, running: new Map(), silent: [] };

  async function load({ key, open }: Choice): Promise<LeasedModel> {
    const leased = loaded.get(key) ?? new LeasedModel(await warmed(await open()));
    loaded.delete(key);
    loaded.set(key, leased);
    return leased;
  }

  /** Closes models out of service, but for the last few. */
  function closeIdle(): void {
    const used = [...slots.values(), ...challenges.running.values()];
    const serving = new Set(used.map(({ leased }) => leased));
    const idle = [...loaded].filter(([, leased]) => !serving.has(leased));
    for (const [key, leased] of idle.slice(0, Math.max(0, idle.length - warmMax))) {
      loaded.delete(key);
      leased.end();
    }
  }

  return {
    withModel: (projectId, work) => (slots.get(projectId) ?? slots.get(null)!).leased.use(work),

    challengeOf: (projectId) => challenges.running.get(projectId) ?? null,

    hasChallenges: () => challenges.count > 0,

    silentChallengers: () => challenges.silent,

    serving: () => [...slots.values()].map(({ leased: _, ...serving }) => serving),

    async apply(roles) {
      const choices = await choicesByProject(library, roles);
      const broken = new Map<string, string>();
      const projects = new Set([null, ...roles.promotions.map(({ projectId }) => projectId)]);
      const next = new Map<string | null, Slot>();
      for (const projectId of projects) {
        next.set(projectId, await firstUsable(projectId, choices(projectId), load, broken));
      }
      const before = slots;
      const challenging = await loadChallenges(library, roles, load);
      slots = next; // In one step, between two requests.
      challenges = challenging;
      closeIdle();
      for (const projectId of new Set([...before.keys(), ...next.keys()])) {
        const then = at(before, projectId);
        const now = at(next, projectId)!;
        if (!isSame(then, now)) changed(now, then);
      }
      return broken.size === 0 && challenges.silent.length === 0;
    },

    close() {
      for (const leased of loaded.values()) leased.end();
      loaded.clear();
    },
  };
}

/** The models to try for each project, in the order of preference. */
async function choicesByProject(
  library: Library,
  { promotions }: { promotions: PromotionRecord[] },
) {
  const models = new Map((await library.store.models.list()).map((one) => [fullName(one), one]));
  const promoted = (projectId: string | null) =>
    promotionsOf({ promotions }, projectId).map((one) =>
      choiceOf(library, models.get(fullName(one))!),
    );
  const forAll = [...promoted(null), builtInChoice(library)];
  return (projectId: string | null) =>
    projectId === null ? forAll : [...promoted(projectId), ...forAll];
}

/**
 * @param broken the models that could not be loaded, with the reasons; it is added to.
 * @throws Error where none of the choices can be loaded.
 */
async function firstUsable(
  projectId: string | null,
  choices: readonly Choice[],
  load: (choice: Choice) => Promise<LeasedModel>,
  broken: Map<string, string>,
): Promise<Slot> {
  let insteadOf: Serving["insteadOf"] = null;
  for (const choice of choices) {
    let reason = broken.get(choice.key);
    if (reason === undefined) {
      try {
        const leased = await load(choice);
        const { name, version, sha256 } = leased.model;
        return { projectId, name, version, sha256, insteadOf, leased };
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        broken.set(choice.key, reason);
      }
    }
    insteadOf ??= { wanted: choice.title, reason };
  }
  throw new Error(`no model can be loaded: ${insteadOf?.reason}`);
}

/** Those whose champion is the active model: another one is not what its results are of. */
async function loadChallenges(
  library: Library,
  roles: ModelRoles,
  load: (choice: Choice) => Promise<LeasedModel>,
): Promise<Challenges> {
  const running = new Map<string, RunningChallenge & { leased: LeasedModel }>();
  const silent: SilentChallenger[] = [];
  for (const challenge of roles.challenges.filter((one) => isCurrent(one, roles))) {
    const { projectId, name, version } = challenge;
    try {
      const record = (await library.store.models.find(name, version))!;
      const leased = await load(choiceOf(library, record));
      const withChallenger: RunningChallenge["withChallenger"] = (work) => leased.use(work);
      running.set(projectId, { ...challenge, leased, withChallenger });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      silent.push({ projectId, model: fullName(challenge), reason });
    }
  }
  return { count: roles.challenges.length, running, silent };
}

/** What scores for a project, which may be the model for all; null before the first model. */
function at(slots: ReadonlyMap<string | null, Slot>, projectId: string | null): Serving | null {
  const slot = slots.get(projectId) ?? slots.get(null);
  if (!slot) return null;
  const { leased: _, ...serving } = slot;
  return { ...serving, projectId };
}

function isSame(a: Serving | null, b: Serving): boolean {
  return (
    a !== null &&
    fullName(a) === fullName(b) &&
    a.sha256 === b.sha256 &&
    a.insteadOf?.wanted === b.insteadOf?.wanted &&
    a.insteadOf?.reason === b.insteadOf?.reason
  );
}

function choiceOf(library: Library, record: ModelRecord): Choice {
  return {
    title: fullName(record),
    key: record.bundleSha256,
    open: () => library.open(record),
  };
}

function builtInChoice({ builtIn }: Library): Choice {
  // Its own key, so that damage to the library's copy is reported and not hidden.
  const open = async () => openBundle(await builtIn());
  return { title: "the built-in model", key: "built in", open };
}

/** Scores one row, since the first is the slowest. The model may have no answer for it. */
async function warmed(model: Model): Promise<Model> {
  const allMissing = new Float64Array(featureNames.length).fill(Number.NaN);
  await model.score(allMissing).catch(() => undefined);
  return model;
}
