CREATE TABLE "control_group_months" (
	"project_id" text COLLATE "C" NOT NULL,
	"month" text COLLATE "C" NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"bookings" integer NOT NULL,
	"amount" double precision NOT NULL,
	CONSTRAINT "control_group_months_project_id_month_currency_pk" PRIMARY KEY("project_id","month","currency")
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "control_group" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "control_group" text;--> statement-breakpoint
ALTER TABLE "control_group_months" ADD CONSTRAINT "control_group_months_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_drawn" ON "decisions" USING btree ("project_id","id") WHERE control_group IS NOT NULL;