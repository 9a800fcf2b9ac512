/** The models that decide now, opened in the process of a command. */
import type { DataConfig } from "../app/config/data.ts";
import { openDefaultModel } from "../app/open.ts";
import { BundleRefused } from "../model/bundle.ts";
import type { Model } from "../model/model.ts";
import type { Library } from "../model/registry/library.ts";
import { fullName, type ModelName } from "../model/registry/model-name.ts";
import { promotionsOf } from "../model/registry/roles.ts";

export interface ActiveModels {
  /** The model that decides for a project; `close` closes it. */
  of(projectId: string): Promise<Model>;
  close(): Promise<void>;
}

/** Each model is opened once. */
export function activeModels(config: DataConfig, library: Library): ActiveModels {
  const opened = new Map<string, Promise<Model>>();
  const byProject = new Map<string, Promise<Model>>();

  async function find(projectId: string): Promise<Model> {
    const roles = await library.store.models.roles();
    const [active] = [...promotionsOf(roles, projectId), ...promotionsOf(roles, null)];
    const name = active ? fullName(active) : "built in";
    const model = opened.get(name) ?? open(active);
    opened.set(name, model);
    return model;
  }

  /** The built-in model where the active one does not load, as in the service. */
  async function open(active: ModelName | undefined): Promise<Model> {
    const record = active && (await library.store.models.find(active.name, active.version));
    if (!record) return openDefaultModel(config);
    try {
      return await library.open(record);
    } catch (error) {
      if (error instanceof BundleRefused) return openDefaultModel(config);
      throw error;
    }
  }

  return {
    of(projectId: string): Promise<Model> {
      const model = byProject.get(projectId) ?? find(projectId);
      byProject.set(projectId, model);
      return model;
    },
    async close() {
      for (const one of await Promise.allSettled(opened.values())) {
        if (one.status === "fulfilled") await one.value.close();
      }
    },
  };
}
