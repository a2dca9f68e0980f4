DROP INDEX "audit_log_user_id_at_id_index";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "position" bigserial NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_user_id_position_index" ON "audit_log" USING btree ("user_id","position");--> statement-breakpoint
-- Rows are added, and none goes: not one by one and not all at once. Only the personal columns may be emptied, of an
-- account that was deleted.
CREATE OR REPLACE FUNCTION "audit_log_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.address IS NULL AND NEW.agent IS NULL AND NEW.details = '{}'::jsonb
      AND (NEW.id, NEW.position, NEW.at, NEW.user_id, NEW.actor_kind, NEW.action)
        = (OLD.id, OLD.position, OLD.at, OLD.user_id, OLD.actor_kind, OLD.action)
      AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id
      AND NEW.target IS NOT DISTINCT FROM OLD.target
      AND EXISTS (SELECT 1 FROM "public"."users" WHERE id = OLD.user_id AND deleted_at IS NOT NULL)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_truncate_guard" BEFORE TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_is_append_only"();
