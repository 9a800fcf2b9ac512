/** `/projects`: created, renamed, configured, archived. The list of projects is in `/session`. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  getRetention,
  previewRetention,
  requireRetentionDays,
  setRetention,
} from "../../attempt/telemetry/project-retention.ts";
import { isoTime } from "../../base/iso-time.ts";
import {
  getDecisionRetention,
  type ProjectDecisionRetention,
  previewDecisionRetention,
  requireDecisionRetentionDays,
  requireKept,
  setDecisionRetention,
} from "../../decisions/privacy/project-retention.ts";
import { settingsPreview } from "../../decisions/settings-preview.ts";
import { searchAtRate } from "../../evaluation/money/scores-at-rate.ts";
import { modelRates } from "../../model/registry/base-rate.ts";
import {
  type AttributeReader,
  archiveReadAttribute,
  attributeReaders,
} from "../../model/registry/declared-attributes.ts";
import { setSecondFactorRequired } from "../../projects/accounts/second-factor.ts";
import { setAttribute } from "../../projects/attributes.ts";
import { projectList } from "../../projects/choices.ts";
import { getControlGroup, setControlGroup } from "../../projects/control-group.ts";
import { markKiosk, setKiosks } from "../../projects/kiosks.ts";
import {
  createProject,
  getProject,
  renameProject,
  setArchived,
  setRiskSetting,
} from "../../projects/projects.ts";
import { setWelcomeAgents } from "../../projects/welcome-agents.ts";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";
import { keptOfDecisions } from "../../storage/port/projects.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { Name, ofProject, oneOf, RiskSetting } from "./schemas.ts";

export const projectRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects" })
    .use(userGuard(deps))
    .post("", ({ caller, body }) => createProject(deps, caller.actor, body), {
      body: Type.Object({ name: Name, riskSetting: RiskSetting }),
    })
    .put(
      "/:projectId/name",
      ({ caller, params, body }) =>
        renameProject(deps, caller.actor, { ...params, name: body.name }),
      { params: ofProject, body: Type.Object({ name: Name }) },
    )
    .put(
      "/:projectId/risk-setting",
      ({ caller, params, body: { riskSetting } }) =>
        setRiskSetting(deps, caller.actor, { ...params, riskSetting }),
      { params: ofProject, body: Type.Object({ riskSetting: RiskSetting }) },
    )
    .put(
      "/:projectId/archived",
      ({ caller, params, body: { archived } }) =>
        setArchived(deps, caller.actor, { ...params, archived }),
      { params: ofProject, body: Type.Object({ archived: Type.Boolean() }) },
    )
    .get(
      "/:projectId/risk-setting/preview",
      async ({ params: { projectId } }) => {
        await getProject(deps.store, projectId);
        const { store } = deps;
        const search = await searchAtRate(projectId, { store, modelRate: modelRates(store) });
        return settingsPreview(projectId, deps.now() + 1, { search });
      },
      { params: ofProject },
    )
    .put(
      "/:projectId/second-factor",
      async ({ caller, params, body: { required } }) => {
        await setSecondFactorRequired(deps, caller.actor, { ...params, required });
        return { required };
      },
      { params: ofProject, body: Type.Object({ required: Type.Boolean() }) },
    );

const Texts = Type.Array(Type.String());
const controlGroup = {
  share: Type.Number(),
  bookingsMax: Type.Number(),
  amountMax: Type.Union([
    Type.Null(),
    Type.Object({ value: Type.Number(), currency: Type.String() }),
  ]),
};

/** What of requests is treated in its own way: agents, kiosks, the control group. */
export const projectRequestRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects" })
    .use(userGuard(deps))
    .get("/:projectId/agents", ({ params }) => agentsOf(deps, params.projectId), {
      params: ofProject,
    })
    .put(
      "/:projectId/agents",
      async ({ caller, params, body }) => {
        await setWelcomeAgents(deps, caller.actor, { ...params, ...body });
        return agentsOf(deps, params.projectId);
      },
      { params: ofProject, body: Type.Object({ agents: Texts, replaces: Type.Optional(Texts) }) },
    )
    .get("/:projectId/kiosks", ({ params }) => kiosksOf(deps, params.projectId), {
      params: ofProject,
    })
    .put(
      "/:projectId/kiosks",
      async ({ caller, params, body }) => {
        await setKiosks(deps, caller.actor, { ...params, ...body });
        return kiosksOf(deps, params.projectId);
      },
      { params: ofProject, body: Type.Object({ kiosks: Texts, replaces: Type.Optional(Texts) }) },
    )
    .post(
      "/:projectId/kiosks/mark",
      async ({ caller, params: { projectId }, body }): Promise<Kiosks> => ({
        kiosks: await markKiosk(deps, caller.actor, { projectId, ...body }),
      }),
      {
        params: ofProject,
        body: Type.Object({ deviceId: Type.String(), marked: Type.Boolean() }),
      },
    )
    .get("/:projectId/control-group", ({ params }) => getControlGroup(deps, params.projectId), {
      params: ofProject,
    })
    .put(
      "/:projectId/control-group",
      ({ caller, params: { projectId }, body: { replaces, ...setting } }) =>
        setControlGroup(deps, caller.actor, { projectId, setting, replaces }),
      {
        params: ofProject,
        body: Type.Object({ ...controlGroup, replaces: Type.Optional(Type.Object(controlGroup)) }),
      },
    );

export const projectAttributeRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects" })
    .use(userGuard(deps))
    .get("/:projectId/attributes", ({ params }) => attributesOf(deps, params.projectId), {
      params: ofProject,
    })
    .put(
      "/:projectId/attributes",
      async ({ caller, params, body }) => {
        await setAttribute(deps, caller.actor, { ...params, ...body });
        return attributesOf(deps, params.projectId);
      },
      {
        params: ofProject,
        body: Type.Object({
          name: Type.String(),
          type: Type.String(),
          unit: Type.Union([Type.Null(), Type.String()]),
          meaning: Type.String(),
          personal: Type.Boolean(),
        }),
      },
    )
    .post(
      "/:projectId/attributes/archive",
      async ({ caller, params, body }) => {
        // The page names the models that read it before it sends this.
        await archiveReadAttribute(deps, caller.actor, { ...params, ...body, confirmed: true });
        return attributesOf(deps, params.projectId);
      },
      { params: ofProject, body: Type.Object({ name: Type.String() }) },
    );

export const telemetryRetentionRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects" })
    .use(userGuard(deps))
    .get("/:projectId/retention", ({ params }) => retentionOf(deps, params.projectId), {
      params: ofProject,
    })
    .get(
      "/:projectId/retention/would-delete",
      ({ params, query }) => wouldDelete(deps, params.projectId, query.days),
      { params: ofProject, query: Type.Object({ days: Type.String() }) },
    )
    .put(
      "/:projectId/retention",
      async ({ caller, params, body: { days } }) => {
        // The page shows what would be deleted before it sends this.
        await setRetention(deps, caller.actor, { ...params, days, confirmed: true });
        return retentionOf(deps, params.projectId);
      },
      { params: ofProject, body: Type.Object({ days: Type.Unknown() }) },
    );

export const decisionRetentionRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/decision-retention" })
    .use(userGuard(deps))
    .get("", ({ params }) => decisionRetentionOf(deps, params.projectId), { params: ofProject })
    .get("/would-blank", ({ params, query }) => wouldBlank(deps, params.projectId, query), {
      params: ofProject,
      query: Type.Object({ days: Type.String(), keeps: Type.String() }),
    })
    .put(
      "",
      async ({ caller, params, body }) => {
        // The page shows what would be removed before it sends this.
        await setDecisionRetention(deps, caller.actor, { ...params, ...body, confirmed: true });
        return decisionRetentionOf(deps, params.projectId);
      },
      {
        params: ofProject,
        body: Type.Object({
          days: Type.Unknown(),
          keeps: Type.Unknown(),
          replaces: Type.Optional(
            Type.Object({
              days: Type.Union([Type.Null(), Type.Number()]),
              keeps: oneOf(keptOfDecisions),
            }),
          ),
        }),
      },
    );

export interface ShownDecisionRetention extends ProjectDecisionRetention {
  /** The service's setting; 0 for ever. */
  serviceDays: number;
}

async function decisionRetentionOf(
  deps: RouteDeps,
  projectId: string,
): Promise<ShownDecisionRetention> {
  const retention = await getDecisionRetention(deps, projectId);
  return { ...retention, serviceDays: deps.decisionRetentionDays };
}

export interface WouldBlank {
  decisions: number;
  oldestAt: string | null;
}

/** @param asked `days`: or `default` for the service's setting. */
async function wouldBlank(
  deps: RouteDeps,
  projectId: string,
  asked: { days: string; keeps: string },
): Promise<WouldBlank> {
  const { serviceDays } = await decisionRetentionOf(deps, projectId);
  const days = asked.days === "default" ? serviceDays : requireDecisionRetentionDays(asked.days);
  const wanted = { projectId, days, keeps: requireKept(asked.keeps) };
  const { decisions, oldestAt } = await previewDecisionRetention(deps, wanted);
  return { decisions, oldestAt: isoTime(oldestAt) };
}

export interface Agents {
  /** Hosts of the agents that the project welcomes. */
  welcome: readonly string[];
  /** Those whose signatures the service verifies. */
  known: ShownAgent[];
}

export interface ShownAgent {
  host: string;
  /** How many of its keys are known. */
  keys: number;
  /** Why its keys could not be read, in a sentence's part; null where they could. */
  problem: string | null;
}

async function agentsOf(deps: RouteDeps, projectId: string): Promise<Agents> {
  const welcome = await projectList(deps, projectId, "welcomeAgents");
  const known = deps.knownAgents().map(({ host, keys, problem }) => ({ host, keys, problem }));
  return { welcome, known };
}

export interface Attributes {
  /** In the order in which they were declared, the archived ones too. */
  attributes: readonly ProjectAttribute[];
  /** The models in use that read some of them. */
  readers: readonly AttributeReader[];
}

async function attributesOf(deps: RouteDeps, projectId: string): Promise<Attributes> {
  const attributes = await projectList(deps, projectId, "attributes");
  return { attributes, readers: await attributeReaders(deps.store, projectId) };
}

export interface Kiosks {
  /** IDs of the devices. */
  kiosks: readonly string[];
}

async function kiosksOf(deps: RouteDeps, projectId: string): Promise<Kiosks> {
  return { kiosks: await projectList(deps, projectId, "kiosks") };
}

export interface Retention {
  /** 0 for ever; null: the service's setting. */
  days: number | null;
  /** The service's setting; 0 for ever. */
  serviceDays: number;
}

async function retentionOf(deps: RouteDeps, projectId: string): Promise<Retention> {
  const days = await getRetention(deps, projectId);
  return { days, serviceDays: deps.telemetryRetentionDays };
}

export interface WouldDelete {
  batches: number;
  oldestAt: string | null;
}

/** @param text days, or `default` for the service's setting. */
async function wouldDelete(deps: RouteDeps, projectId: string, text: string): Promise<WouldDelete> {
  const { serviceDays } = await retentionOf(deps, projectId);
  const days = text === "default" ? serviceDays : requireRetentionDays(text);
  const { batches, oldestAt } = await previewRetention(deps, { projectId, days });
  return { batches, oldestAt: isoTime(oldestAt) };
}
