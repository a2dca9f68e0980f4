CREATE TABLE "onramp_callbacks" (
	"digest" text PRIMARY KEY NOT NULL,
	"purchase_id" text NOT NULL,
	"state" text NOT NULL,
	"signature" text,
	"units" numeric(38, 0),
	"received_at" bigint NOT NULL,
	"look_at" bigint
);
--> statement-breakpoint
CREATE TABLE "onramp_purchases" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"network" text NOT NULL,
	"mint" text NOT NULL,
	"wallet" text NOT NULL,
	"amount" text NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"provider_transaction" text,
	"signature" text,
	"units" numeric(38, 0),
	"created_at" bigint NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "onramp_callbacks" ADD CONSTRAINT "onramp_callbacks_purchase_id_onramp_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."onramp_purchases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onramp_purchases" ADD CONSTRAINT "onramp_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "onramp_callbacks_of_purchase" ON "onramp_callbacks" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "onramp_callbacks_due" ON "onramp_callbacks" USING btree ("look_at") WHERE look_at is not null;--> statement-breakpoint
CREATE INDEX "onramp_purchases_of_user" ON "onramp_purchases" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "onramp_purchases_payment" ON "onramp_purchases" USING btree ("network","signature");