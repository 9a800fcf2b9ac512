ALTER TABLE "reviews" ADD COLUMN "second_at" bigint;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_claim" integer;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_by" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_claimed_at" bigint;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_due_at" bigint;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_verdict" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "second_decided_at" bigint;--> statement-breakpoint
CREATE INDEX "reviews_second" ON "reviews" USING btree ("project_id","second_at","decision_id") WHERE second_at IS NOT NULL AND second_verdict IS NULL;--> statement-breakpoint
CREATE INDEX "reviews_second_decided" ON "reviews" USING btree ("project_id","second_decided_at") WHERE second_decided_at IS NOT NULL;