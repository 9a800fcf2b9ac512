ALTER TABLE "reviews" ADD COLUMN "currency" text;--> statement-breakpoint
-- As before, with the currency of a review that is opened. Copies of the version before send none: it is null then.
CREATE OR REPLACE FUNCTION commit_decisions_2(
  projects text[], ids text[], ats bigint[], ties bigint[], sources text[], request_ids text[], key_ids text[],
  collection_ids text[], risk_scores int[], risk_levels text[], suggested_actions text[], risk_settings text[],
  probabilities float8[], model_probabilities float8[], project_base_rates float8[], model_base_rates float8[],
  model_names text[], model_versions text[], model_hashes text[], sent text[], evidences text[],
  feature_sets text[], all_features text[], matches text[], draws text[], challenges text[],
  seens boolean[], requests bigint[], hotel_ids bigint[], hotel_countries text[], billing_countries text[],
  phone_countries text[], network_countries text[],
  imported json, keys json, passes json, outcomes json, events json, opened json, sent_hotels json
) RETURNS TABLE (n int, refused text) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  not_opened int[] := '{}';
  late int[] := '{}';
  lost int[] := '{}';
  used int[] := '{}';
  not_stored int[];
  decided int[];
  reported json;
BEGIN
  -- Only a superuser may create a function with a parameter that PostgreSQL does not know.
  PERFORM set_config('booking_risk.counts_days', 'on', true);
  IF imported IS NOT NULL THEN
    SELECT array_agg(i.n) INTO not_opened FROM json_to_recordset(imported) AS i (n int);
  END IF;

  IF passes IS NOT NULL THEN
    WITH asked AS (
      SELECT p.n, projects[p.n] AS project, ids[p.n] AS id, p.pass
      FROM json_to_recordset(passes) AS p (n int, pass text)
    ), added AS (
      INSERT INTO pass_uses AS p (project_id, pass_id, decision_id)
      SELECT project, pass, id FROM asked ORDER BY project, pass, asked.n
      ON CONFLICT DO NOTHING
      RETURNING p.project_id, p.decision_id
    )
    SELECT coalesce(array_agg(asked.n), '{}') INTO late FROM asked
    WHERE NOT EXISTS (
      SELECT 1 FROM added WHERE added.project_id = asked.project AND added.decision_id = asked.id);
  END IF;

  IF keys IS NOT NULL THEN
    SELECT coalesce(array_agg(g.n), '{}') INTO lost
    FROM unnest(projects, ats, ties) WITH ORDINALITY AS g (project, at, tie, n)
    WHERE g.n <> ALL (not_opened || late) AND NOT EXISTS (
      SELECT 1 FROM attempts AS a
      WHERE a.project_id = g.project AND a.at = g.at AND a.tie = g.tie AND a.opened_at + 0 IS NOT NULL
      FOR UPDATE);
    WITH uses AS (
      SELECT k.*, projects[k.n] AS project, ids[k.n] AS id FROM json_to_recordset(keys) AS k (
        n int, "keyHash" text, "bodyHash" text, "usedAt" bigint, "usedSince" bigint)
      WHERE k.n <> ALL (late || lost)
    ), added AS (
      INSERT INTO idempotency AS i (project_id, key_hash, body_hash, decision_id, created_at)
      SELECT project, "keyHash", "bodyHash", id, "usedAt" FROM uses ORDER BY project, "keyHash"
      ON CONFLICT (project_id, key_hash) DO UPDATE
      SET body_hash = excluded.body_hash, decision_id = excluded.decision_id,
        created_at = excluded.created_at
      WHERE i.created_at < (
        SELECT uses."usedSince" FROM uses
        WHERE uses.project = excluded.project_id AND uses."keyHash" = excluded.key_hash)
      RETURNING i.project_id, i.decision_id
    )
    SELECT coalesce(array_agg(uses.n), '{}') INTO used FROM uses
    WHERE NOT EXISTS (
      SELECT 1 FROM added WHERE added.project_id = uses.project AND added.decision_id = uses.id);
  END IF;

  not_stored := late || lost || used;
  WITH changed AS (
    UPDATE attempts AS a SET
      opened_at = NULL, key_hash = NULL, risk_score = g.risk_score, risk_level = g.risk_level,
      suggested_action = g.suggested_action, risk_setting = g.risk_setting, source = g.source,
      model_name = g.model_name, model_version = g.model_version,
      model_probability = coalesce(g.model_probability, g.probability),
      seen = g.seen, request = g.request, hotel = g.hotel, hotel_country = g.hotel_country,
      billing_country = g.billing_country, phone_country = g.phone_country,
      network_country = g.network_country
    FROM unnest(projects, ats, ties, risk_scores, risk_levels, suggested_actions, risk_settings, sources,
      model_names, model_versions, probabilities, model_probabilities, seens, requests, hotel_ids, hotel_countries,
      billing_countries, phone_countries, network_countries) WITH ORDINALITY AS g (
      project, at, tie, risk_score, risk_level, suggested_action, risk_setting, source, model_name,
      model_version, probability, model_probability, seen, request, hotel, hotel_country, billing_country,
      phone_country, network_country, n)
    WHERE g.n <> ALL (not_opened || not_stored)
      -- The sum keeps it from reading the index of all that are open.
      AND a.project_id = g.project AND a.at = g.at AND a.tie = g.tie AND a.opened_at + 0 IS NOT NULL
    RETURNING g.n
  )
  SELECT coalesce(array_agg(changed.n), '{}') INTO decided FROM changed;
  IF cardinality(decided) + cardinality(not_opened) + cardinality(not_stored) < cardinality(projects) THEN
    SELECT array_agg(i) INTO lost FROM generate_series(1, cardinality(projects)) AS i
    WHERE i <> ALL (decided || not_opened || late || used);
    not_stored := late || lost || used;
  END IF;

  INSERT INTO decisions (project_id, id, decided_at, tie, source, request_id, key_id, collection_id, risk_score,
    risk_level, suggested_action, risk_setting, probability, model_probability, project_base_rate,
    model_base_rate, model_name, model_version, model_sha256, request, evidence, feature_set, features,
    list_matches, control_group, challenge)
  SELECT project, id, at, tie, source, request_id, key_id, collection_id, risk_score, risk_level, suggested_action,
    risk_setting, probability, model_probability, project_base_rate, model_base_rate, model_name,
    model_version, model_sha256, request, evidence, feature_set, features, list_matches, control_group,
    challenge
  FROM unnest(projects, ids, ats, ties, sources, request_ids, key_ids, collection_ids, risk_scores, risk_levels,
    suggested_actions, risk_settings, probabilities, model_probabilities, project_base_rates, model_base_rates,
    model_names, model_versions, model_hashes, sent, evidences, feature_sets, all_features, matches, draws,
    challenges) WITH ORDINALITY AS g (
    project, id, at, tie, source, request_id, key_id, collection_id, risk_score, risk_level, suggested_action,
    risk_setting, probability, model_probability, project_base_rate, model_base_rate, model_name,
    model_version, model_sha256, request, evidence, feature_set, features, list_matches, control_group,
    challenge, n)
  WHERE g.n <> ALL (not_stored);

  IF imported IS NOT NULL THEN
    INSERT INTO attempts (project_id, at, tie, id, identities, sighting, risk_score, risk_level,
      suggested_action, risk_setting, source, model_name, model_version, model_probability, seen,
      request, hotel, hotel_country, billing_country, phone_country, network_country)
    SELECT projects[i.n], ats[i.n], ties[i.n], ids[i.n], i.identities,
      '[' || ats[i.n] || ',' || ties[i.n] || ',' || i.sighting || ']', risk_scores[i.n], risk_levels[i.n],
      suggested_actions[i.n], risk_settings[i.n], sources[i.n], model_names[i.n], model_versions[i.n],
      coalesce(model_probabilities[i.n], probabilities[i.n]), seens[i.n], requests[i.n], hotel_ids[i.n], hotel_countries[i.n],
      billing_countries[i.n], phone_countries[i.n], network_countries[i.n]
    FROM json_to_recordset(imported) AS i (n int, identities bigint[], sighting text)
    WHERE i.n <> ALL (not_stored);
    INSERT INTO sightings (project_id, identity, at, tie)
    SELECT DISTINCT projects[i.n], identity, ats[i.n], ties[i.n]
    FROM json_to_recordset(imported) AS i (n int, identities bigint[]), unnest(i.identities) AS identity
    WHERE i.n <> ALL (not_stored) AND identity IS NOT NULL;
  END IF;

  -- As add_hotel_day_1.
  INSERT INTO hotel_days AS h (project_id, hotel, day, writer, attempts, frauds, delay_days)
  SELECT g.project, counted.hotel, counted.day, pg_backend_pid(), count(*), 0, 0
  FROM unnest(projects, ats, hotel_ids) WITH ORDINALITY AS g (project, at, hotel, n),
    LATERAL (VALUES (g.hotel, g.at / 86400000), (0, g.at / 86400000), (-1, 0)) AS counted (hotel, day)
  WHERE g.hotel IS NOT NULL AND g.n <> ALL (not_stored)
    AND (counted.hotel <> -1 OR g.at / 86400000 < floor(extract(epoch FROM clock_timestamp()) / 86400))
  GROUP BY 1, 2, 3
  ON CONFLICT (project_id, hotel, day, writer) DO UPDATE SET attempts = h.attempts + excluded.attempts;

  IF sent_hotels IS NOT NULL THEN
    INSERT INTO hotels (project_id, hotel, hash, name, country, reference_id, giata_id)
    SELECT projects[s.ns[1]], hotel_ids[s.ns[1]], s.hash, s.name, s.country, s."referenceId", s."giataId"
    FROM json_to_recordset(sent_hotels) AS s (
      ns int[], hash text, name text, country text, "referenceId" text, "giataId" text)
    WHERE NOT s.ns <@ not_stored
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING;
  END IF;

  -- What was opened and is not stored is not under way any more.
  IF used <> '{}' THEN
    PERFORM close_attempts_1(json_agg(json_build_object('project', projects[i], 'at', ats[i], 'tie', ties[i])))
    FROM unnest(used) AS i WHERE i <> ALL (not_opened);
  END IF;
  IF passes IS NOT NULL THEN
    DELETE FROM pass_uses AS p USING json_to_recordset(passes) AS asked (n int, pass text)
    WHERE asked.n = ANY (lost || used) AND p.project_id = projects[asked.n] AND p.pass_id = asked.pass
      AND p.decision_id = ids[asked.n];
  END IF;
  IF outcomes IS NOT NULL THEN
    SELECT json_agg(one) INTO reported FROM json_array_elements(outcomes) AS one
    WHERE (one ->> 'n')::int <> ALL (not_stored);
    PERFORM report_outcomes_1(coalesce(reported, '[]'));
  END IF;
  IF events IS NOT NULL THEN
    PERFORM record_webhook_events_1(coalesce(json_agg(e.event), '[]'))
    FROM json_to_recordset(events) AS e (n int, event json) WHERE e.n <> ALL (not_stored);
  END IF;
  IF opened IS NOT NULL THEN
    INSERT INTO reviews
      (project_id, decision_id, sources, opened_at, deadline, expected_loss, currency, place, state, due_at, claim)
    SELECT o."projectId", o."decisionId", o.sources, o."openedAt", o.deadline, o."expectedLoss", o.currency, o.place,
      'waiting', o.deadline, 0
    FROM json_to_recordset(opened) AS o (
      n int, "projectId" text, "decisionId" text, sources text, "openedAt" bigint, deadline bigint,
      "expectedLoss" float8, currency text, place float8)
    WHERE o.n <> ALL (not_stored);
    PERFORM record_webhook_events_1(coalesce(json_agg(o.event), '[]'))
    FROM json_to_recordset(opened) AS o (n int, event json)
    WHERE json_typeof(o.event) = 'object' AND o.n <> ALL (not_stored);
  END IF;

  PERFORM set_config('booking_risk.counts_days', 'off', true);
  RETURN QUERY SELECT one, 'pass' FROM unnest(late) AS one
    UNION ALL SELECT one, 'lost' FROM unnest(lost) AS one UNION ALL SELECT one, 'used' FROM unnest(used) AS one;
END
$$;
