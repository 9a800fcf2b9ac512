-- As before, with the first attempt that has the recorded input of the visit, the eleventh of the kinds, as the
-- fifth of "firstSeen". Copies of the version before read four of them, and give ten kinds.
CREATE OR REPLACE FUNCTION history_of_3(project text, ids bigint[], since bigint, before_at bigint, before_tie bigint)
RETURNS text LANGUAGE plpgsql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (SELECT '{"sightings":[' || coalesce((
      SELECT string_agg(coalesce('[' || found.texts || ']', 'null'), ',' ORDER BY kind.n)
      FROM unnest(ids) WITH ORDINALITY AS kind (identity, n)
      LEFT JOIN LATERAL (
        SELECT string_agg((
          SELECT left(a.sighting, -1) || ',' || coalesce(a.risk_score::text, 'null') || ']'
          FROM attempts AS a
          WHERE a.project_id = project AND a.at = newest.at AND a.tie = newest.tie
        ), ',' ORDER BY newest.at, newest.tie) AS texts
        FROM (
          SELECT s.at, s.tie FROM sightings AS s
          WHERE s.project_id = project AND s.identity = kind.identity
            AND s.at >= since AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
          ORDER BY s.at DESC, s.tie DESC LIMIT 128
        ) AS newest
      ) AS found ON kind.identity IS NOT NULL), '')
    || '],"firstSeen":' || (
      SELECT json_agg((
        SELECT s.at FROM sightings AS s
        WHERE s.project_id = project AND s.identity = kind.identity
          AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
        ORDER BY s.at, s.tie LIMIT 1) ORDER BY kind.n)
      FROM unnest(ARRAY[ids[1], ids[2], ids[5], ids[7], ids[11]]) WITH ORDINALITY AS kind (identity, n))
    || ',"outcomes":' || coalesce((
      SELECT json_agg((
        SELECT json_build_array(
          count(*) FILTER (WHERE fraud), count(*) FILTER (WHERE NOT fraud),
          max(reported_at) FILTER (WHERE fraud), max(reported_at) FILTER (WHERE NOT fraud))
        FROM (
          SELECT r.fraud, r.reported_at FROM reports AS r
          WHERE r.project_id = project AND r.identity = kind.identity
            AND r.reported_at < before_at AND (r.until IS NULL OR r.until >= before_at)
          ORDER BY r.reported_at DESC, r.at DESC, r.tie DESC LIMIT 128
        ) AS newest) ORDER BY kind.n)
      FROM unnest(ARRAY[ids[1], ids[2], ids[3], ids[5], ids[7], ids[8], ids[9]])
        WITH ORDINALITY AS kind (identity, n)
      WHERE EXISTS (
        SELECT 1 FROM first_reports WHERE project_id = project AND reported_at < before_at))::text, 'null')
    || '}'
  );
END
$$;
