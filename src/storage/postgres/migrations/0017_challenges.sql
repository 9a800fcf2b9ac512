CREATE TABLE "challenges" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"champion_name" text NOT NULL,
	"champion_version" text NOT NULL,
	"share" double precision NOT NULL,
	"secret" text NOT NULL,
	"forced" boolean NOT NULL,
	"started_at" bigint NOT NULL,
	"until" bigint NOT NULL,
	"ended_at" bigint,
	"ended_because" text
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "challenge" text;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "challenges_running" ON "challenges" USING btree ("project_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "challenges_by_model" ON "challenges" USING btree ("project_id","name","version");--> statement-breakpoint
CREATE INDEX "decisions_challenged" ON "decisions" USING btree ("project_id","id") WHERE challenge IS NOT NULL;