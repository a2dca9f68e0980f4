-- One statement: the table is written anew once.
ALTER TABLE "catalyst_revisions" ADD COLUMN "status" text GENERATED ALWAYS AS (event ->> 'status') STORED,
  ADD COLUMN "type" text GENERATED ALWAYS AS (event ->> 'type') STORED,
  ADD COLUMN "magnitude" integer GENERATED ALWAYS AS ((event ->> 'magnitude')::integer) STORED,
  ADD COLUMN "sentiment" json GENERATED ALWAYS AS (event -> 'sentiment') STORED;
