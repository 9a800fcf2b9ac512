/** Which promotions make a model active, as Drizzle's conditions: the same rule in both stores. */
import { and, type Column, eq, isNull, or } from "drizzle-orm";

interface Models {
  name: Column;
  version: Column;
  retiredAt: Column;
  ownerProjectId: Column;
}

interface Promotions {
  projectId: Column;
  name: Column;
  version: Column;
  rolledBackAt: Column;
}

/** Joins a promotion with its model. */
export function promotedModel(models: Models, promotions: Promotions) {
  return and(eq(models.name, promotions.name), eq(models.version, promotions.version));
}

/** A promotion counts until it is rolled back, or its model is retired or another project's. */
export function countingPromotion(models: Models, promotions: Promotions) {
  return and(
    isNull(promotions.rolledBackAt),
    isNull(models.retiredAt),
    or(isNull(models.ownerProjectId), eq(models.ownerProjectId, promotions.projectId)),
  );
}
