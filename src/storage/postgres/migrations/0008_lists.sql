CREATE TABLE "list_entries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"value" text NOT NULL,
	"identity" bigint NOT NULL,
	"network" text,
	"reason" text NOT NULL,
	"decision_id" text COLLATE "C",
	"version" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"archived_by" text,
	"archived_at" bigint
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "list_matches" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "lists_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "list_entries" ADD CONSTRAINT "list_entries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_entries_by_version" ON "list_entries" USING btree ("project_id","version","id");--> statement-breakpoint
CREATE INDEX "list_entries_by_kind" ON "list_entries" USING btree ("project_id","kind","version","id") WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX "list_entries_archived" ON "list_entries" USING btree ("project_id","kind","version","id") WHERE archived_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "list_entries_by_identity" ON "list_entries" USING btree ("project_id","identity");