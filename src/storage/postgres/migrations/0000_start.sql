CREATE TABLE "audit" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" bigint NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"project_id" text COLLATE "C",
	"detail" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"identity" bigint,
	"actor" text NOT NULL,
	"requested_at" bigint NOT NULL,
	"finished_at" bigint,
	"receipt" text
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"start" text NOT NULL,
	"end" text NOT NULL,
	"name" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"revoked_at" bigint,
	"allowed_origins" text,
	"expires_at" bigint,
	"allowed_addresses" text,
	"rate_limit" bigint,
	CONSTRAINT "keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "models" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"bundle_sha256" text NOT NULL,
	"manifest" text NOT NULL,
	"installed_at" bigint NOT NULL,
	"retired_at" bigint,
	"owner_project_id" text COLLATE "C",
	CONSTRAINT "models_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"risk_setting" text NOT NULL,
	"created_at" bigint NOT NULL,
	"archived_at" bigint,
	"money_terms" text,
	"telemetry_retention_days" bigint,
	"decision_retention_days" bigint,
	"decision_retention_keeps" text,
	"base_rate" double precision,
	"base_rate_basis" text,
	"welcome_agents" text,
	"requires_second_factor" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" text COLLATE "C",
	"name" text NOT NULL,
	"version" text NOT NULL,
	"actor" text NOT NULL,
	"promoted_at" bigint NOT NULL,
	"rolled_back_at" bigint
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"project_id" text COLLATE "C",
	"started_at" bigint NOT NULL,
	"finished_at" bigint,
	"passed" boolean,
	"options" text NOT NULL,
	"report" text
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shadows" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"started_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"user_id" text COLLATE "C" NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"role" text NOT NULL,
	"granted_at" bigint NOT NULL,
	CONSTRAINT "grants_user_id_project_id_pk" PRIMARY KEY("user_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"purpose" text NOT NULL,
	"email" text,
	"role" text,
	"project_id" text COLLATE "C",
	"created_by" text NOT NULL,
	"creator_id" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "links_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"token" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean NOT NULL,
	"failed_verification_count" bigint DEFAULT 0 NOT NULL,
	"locked_until" bigint
);
--> statement-breakpoint
CREATE TABLE "used_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"vouched_by" text,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"project_id" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL,
	"tie" bigint NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"opened_at" bigint,
	"key_hash" text,
	"sighting" text NOT NULL,
	"identities" bigint[],
	"risk_score" integer,
	"risk_level" text,
	"suggested_action" text,
	"risk_setting" text,
	"source" text,
	"model_name" text,
	"model_version" text,
	"model_probability" double precision,
	"seen" boolean,
	"outcome" text,
	"request" bigint,
	"hotel" bigint,
	"hotel_country" text,
	"billing_country" text,
	"phone_country" text,
	"network_country" text,
	"blanked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "attempts_project_id_at_tie_pk" PRIMARY KEY("project_id","at","tie")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "attempts_rest" PARTITION OF "attempts" DEFAULT;
--> statement-breakpoint
CREATE TABLE "batches" (
	"project_id" text COLLATE "C" NOT NULL,
	"collection_id" text COLLATE "C" NOT NULL,
	"sequence" integer NOT NULL,
	"received_at" bigint NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"body" text NOT NULL,
	"headers" text,
	CONSTRAINT "batches_project_id_collection_id_sequence_received_at_pk" PRIMARY KEY("project_id","collection_id","sequence","received_at")
) PARTITION BY RANGE ("received_at");
--> statement-breakpoint
CREATE TABLE "batches_rest" PARTITION OF "batches" DEFAULT;
--> statement-breakpoint
CREATE TABLE "collections" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"summary" text NOT NULL,
	CONSTRAINT "collections_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"decided_at" bigint NOT NULL,
	"tie" bigint NOT NULL,
	"source" text NOT NULL,
	"request_id" text NOT NULL,
	"key_id" text,
	"collection_id" text,
	"risk_score" integer NOT NULL,
	"risk_level" text NOT NULL,
	"suggested_action" text NOT NULL,
	"risk_setting" text NOT NULL,
	"probability" double precision NOT NULL,
	"model_probability" double precision,
	"project_base_rate" double precision,
	"model_base_rate" double precision,
	"model_name" text NOT NULL,
	"model_version" text NOT NULL,
	"model_sha256" text NOT NULL,
	"request" text NOT NULL,
	"evidence" text NOT NULL,
	"feature_set" text NOT NULL,
	"features" text NOT NULL,
	CONSTRAINT "decisions_project_id_id_pk" PRIMARY KEY("project_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "decisions_rest" PARTITION OF "decisions" DEFAULT;
--> statement-breakpoint
CREATE TABLE "feature_sets" (
	"id" text PRIMARY KEY NOT NULL,
	"names" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "first_reports" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"reported_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hotels" (
	"project_id" text COLLATE "C" NOT NULL,
	"hotel" bigint NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"reference_id" text NOT NULL,
	"giata_id" text NOT NULL,
	CONSTRAINT "hotels_project_id_hotel_hash_pk" PRIMARY KEY("project_id","hotel","hash")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"project_id" text COLLATE "C" NOT NULL,
	"key_hash" text NOT NULL,
	"body_hash" text NOT NULL,
	"decision_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "idempotency_project_id_key_hash_pk" PRIMARY KEY("project_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "outcomes" (
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outcomes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" text COLLATE "C" NOT NULL,
	"decision_id" text COLLATE "C" NOT NULL,
	"outcome" text NOT NULL,
	"occurred_at" bigint,
	"note" text,
	"request_id" text NOT NULL,
	"reported_at" bigint NOT NULL,
	"key_id" text,
	CONSTRAINT "outcomes_project_id_decision_id_seq_pk" PRIMARY KEY("project_id","decision_id","seq")
);
--> statement-breakpoint
CREATE TABLE "reasons" (
	"project_id" text COLLATE "C" NOT NULL,
	"decision_id" text COLLATE "C" NOT NULL,
	"json" text NOT NULL,
	"computed_at" bigint NOT NULL,
	CONSTRAINT "reasons_project_id_decision_id_pk" PRIMARY KEY("project_id","decision_id")
) PARTITION BY RANGE ("decision_id");
--> statement-breakpoint
CREATE TABLE "reasons_rest" PARTITION OF "reasons" DEFAULT;
--> statement-breakpoint
CREATE TABLE "reports" (
	"project_id" text COLLATE "C" NOT NULL,
	"identity" bigint NOT NULL,
	"reported_at" bigint NOT NULL,
	"at" bigint NOT NULL,
	"tie" bigint NOT NULL,
	"fraud" boolean NOT NULL,
	"until" bigint,
	CONSTRAINT "reports_project_id_identity_reported_at_at_tie_pk" PRIMARY KEY("project_id","identity","reported_at","at","tie")
);
--> statement-breakpoint
CREATE TABLE "shadow_scores" (
	"project_id" text COLLATE "C" NOT NULL,
	"decision_id" text COLLATE "C" NOT NULL,
	"model_name" text NOT NULL,
	"model_version" text NOT NULL,
	"model_sha256" text NOT NULL,
	"probability" double precision NOT NULL,
	"risk_score" integer NOT NULL,
	"served_risk_score" integer NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "shadow_scores_project_id_decision_id_model_name_model_version_pk" PRIMARY KEY("project_id","decision_id","model_name","model_version")
) PARTITION BY RANGE ("decision_id");
--> statement-breakpoint
CREATE TABLE "shadow_scores_rest" PARTITION OF "shadow_scores" DEFAULT;
--> statement-breakpoint
CREATE TABLE "sightings" (
	"project_id" text COLLATE "C" NOT NULL,
	"identity" bigint NOT NULL,
	"at" bigint NOT NULL,
	"tie" bigint NOT NULL,
	CONSTRAINT "sightings_project_id_identity_at_tie_pk" PRIMARY KEY("project_id","identity","at","tie")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "sightings_rest" PARTITION OF "sightings" DEFAULT;
--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_project" ON "audit" USING btree ("project_id","seq");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "keys_by_project" ON "keys" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "promotions_by_project" ON "promotions" USING btree ("project_id","seq");--> statement-breakpoint
CREATE INDEX "replays_by_model" ON "replays" USING btree ("name","version","started_at");--> statement-breakpoint
CREATE INDEX "accounts_by_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factors_by_user" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "attempts_by_request" ON "attempts" USING btree ("project_id","request","at") WHERE "attempts"."request" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("opened_at") WHERE "attempts"."opened_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "attempts_by_key" ON "attempts" USING btree ("project_id","key_hash") WHERE "attempts"."key_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "batches_by_age" ON "batches" USING btree ("project_id","received_at");--> statement-breakpoint
CREATE INDEX "idempotency_by_age" ON "idempotency" USING btree ("project_id","created_at");