ALTER TABLE "erasures" ADD COLUMN "kept_because" text;--> statement-breakpoint
ALTER TABLE "list_entries" ADD COLUMN "hash_key" text;