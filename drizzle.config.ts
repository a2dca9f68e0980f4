/** For drizzle-kit, which `npm run db:generate` installs apart: a migration is made too rarely to install it with everything else. */
export default {
  dialect: "postgresql",
  schema: "./lib/*/schema/*.ts",
  out: "./lib/platform/db/migrations",
};
