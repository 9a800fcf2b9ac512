CREATE TABLE "pass_uses" (
	"project_id" text COLLATE "C" NOT NULL,
	"pass_id" text COLLATE "C" NOT NULL,
	"decision_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "pass_uses_project_id_pass_id_pk" PRIMARY KEY("project_id","pass_id")
);

--> statement-breakpoint
-- As commit_decisions_1, where some decisions use a one-time pass ("passId" of `given`). The first to be stored with
-- a pass has it; the others are refused with "pass", and their attempts stay open. It waits for other
-- transactions that use the same passes.
CREATE FUNCTION commit_with_passes_1(records json, given json, outcomes json)
RETURNS TABLE (n int, refused text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  too_late int[];
  one record;
BEGIN
  WITH asked AS (
    SELECT g.n, g.project, g.id, g."passId" AS pass
    FROM json_to_recordset(given) AS g (n int, project text, id text, "passId" text)
    WHERE g."passId" IS NOT NULL
  ), added AS (
    INSERT INTO pass_uses AS p (project_id, pass_id, decision_id)
    SELECT project, pass, id FROM asked ORDER BY project, pass, asked.n
    ON CONFLICT DO NOTHING
    RETURNING p.project_id, p.decision_id
  )
  SELECT coalesce(array_agg(asked.n), '{}') INTO too_late FROM asked
  WHERE NOT EXISTS (
    SELECT 1 FROM added WHERE added.project_id = asked.project AND added.decision_id = asked.id);

  RETURN QUERY SELECT late, 'pass' FROM unnest(too_late) AS late;

  FOR one IN
    SELECT c.n, c.refused, g.project, g.id
    FROM commit_decisions_1(records, (
      SELECT coalesce(json_agg(element), '[]') FROM json_array_elements(given) AS element
      WHERE (element ->> 'n')::int <> ALL (too_late)), outcomes) AS c
    JOIN json_to_recordset(given) AS g (n int, project text, id text) ON g.n = c.n
  LOOP
    DELETE FROM pass_uses AS p WHERE p.project_id = one.project AND p.decision_id = one.id;
    n := one.n; refused := one.refused;
    RETURN NEXT;
  END LOOP;
END
$$;
