CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("webhook_id","ended_at","state") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries" USING btree ("webhook_id") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_events_of_account" ON "webhook_events" USING btree ("user_id","created_at");