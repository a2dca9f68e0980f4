/** The processes of a production deployment: the schema of each one's settings, and how it reads them at its start. */
import type { z } from "zod";
import { appSettings, readConfig as readAppConfig } from "#lib/platform/config/config.ts";
import {
  custodyConfig,
  custodySettings,
  signerConfig,
  signerSettings,
} from "#services/custody/config.ts";
import { oracleSettings, readConfig as readOracleConfig } from "#services/oracle/config.ts";
import { readVenueConfig, venueSettings } from "#services/venue/config.ts";

export type Environment = Record<string, string | undefined>;

type Process = {
  program: string;
  portSetting: string;
  settings: z.ZodObject;
  /** @throws Error that lists every problem, one a line */
  read: (environment: Environment) => unknown;
};

export const PRODUCTION = {
  app: {
    program: "server.ts",
    portSetting: "PORT",
    settings: appSettings,
    read: readAppConfig,
  },
  venue: {
    program: "services/venue/main.ts",
    portSetting: "VENUE_PORT",
    settings: venueSettings,
    read: readVenueConfig,
  },
  oracle: {
    program: "services/oracle/main.ts",
    portSetting: "ORACLE_PORT",
    settings: oracleSettings,
    read: readOracleConfig,
  },
  custody: {
    program: "services/custody/main.ts",
    portSetting: "CUSTODY_PORT",
    settings: custodySettings,
    read: custodyConfig,
  },
  signer: {
    program: "services/custody/signer/main.ts",
    portSetting: "VAULT_SIGNER_PORT",
    settings: signerSettings,
    read: signerConfig,
  },
} as const satisfies Record<string, Process>;

export type ProductionName = keyof typeof PRODUCTION;

export const PRODUCTION_NAMES = Object.keys(PRODUCTION) as ProductionName[];

export function isProductionName(text: string): text is ProductionName {
  return Object.hasOwn(PRODUCTION, text);
}

/** Each setting on its own: one that is wrong is absent and hides no other. */
export function readEach<Settings extends z.ZodObject>(
  settings: Settings,
  environment: Environment,
): Partial<z.output<Settings>> {
  const read = Object.entries(settings.shape).flatMap(([name, setting]) => {
    const text = environment[name];
    const parsed = (setting as z.ZodType).safeParse(text === "" ? undefined : text);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(read) as Partial<z.output<Settings>>;
}
