/** What the files of `deploy/` start: each process with the settings that it gets. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { parse, parseAllDocuments } from "yaml";
import {
  type Environment,
  PRODUCTION,
  PRODUCTION_NAMES,
  type ProductionName,
} from "./processes.ts";

export const DEPLOY = fileURLToPath(new URL("../../../deploy/", import.meta.url));

export type Start = {
  /** `compose.yaml: app-1`. */
  location: string;
  process: ProductionName;
  /** An empty value is one that the operator fills in. */
  environment: Environment;
  ports: number[];
  /** Addresses that are asked whether the process is well. */
  health: { path: string; port: number }[];
  stopSeconds: number;
};

export function deployFile(path: string): string {
  return readFileSync(join(DEPLOY, path), "utf8");
}

function processOf(program: string | undefined): ProductionName {
  const name = PRODUCTION_NAMES.find((one) => PRODUCTION[one].program === program);
  if (name === undefined) throw new Error(`No process has the program ${program}`);
  return name;
}

type ComposeService = {
  image: string;
  command?: string[];
  env_file?: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  ports?: string[];
  stop_grace_period?: string;
};
type Compose = { services: Record<string, ComposeService> };

/** Services of our own image. */
export function composeStarts(file: string): Start[] {
  const { services } = parse(deployFile(file), { merge: true }) as Compose;
  const own = Object.entries(services).filter(([, { image }]) => image === "svc");
  return own.map(([name, service]) => {
    const test = service.healthcheck?.test.join(" ") ?? "";
    const [, port, path = ""] = /127\.0\.0\.1:(\d+)(\/\w+)/.exec(test) ?? [];
    return {
      location: `${file}: ${name}`,
      process: processOf(service.command?.[1]),
      environment: {
        ...parseEnv(deployFile(`${service.env_file}.example`)),
        ...service.environment,
      },
      ports: (service.ports ?? []).map((one) => Number(one.split(":").at(-1))),
      health: [{ path, port: Number(port) }],
      stopSeconds: Number.parseInt(service.stop_grace_period ?? "10", 10),
    };
  });
}

type Probe = { httpGet: { path: string; port: string | number } };
type Container = {
  args: string[];
  env: { name: string; value?: string }[];
  ports: { name: string; containerPort: number }[];
  livenessProbe: Probe;
  startupProbe: Probe;
  readinessProbe?: Probe;
};
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: {
    selector?: Record<string, unknown>;
    ports?: { port: number; targetPort: string }[];
    template?: {
      spec: { containers: Container[]; terminationGracePeriodSeconds: number };
    };
  };
};

export function kubernetesObjects(): { file: string; object: KubernetesObject }[] {
  return globSync("kubernetes/**/*.yaml", { cwd: DEPLOY })
    .toSorted()
    .flatMap((file) =>
      parseAllDocuments(deployFile(file)).map((document) => {
        if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(", ")}`);
        return { file, object: document.toJS() as KubernetesObject };
      }),
    );
}

export function kubernetesStarts(): Start[] {
  return kubernetesObjects().flatMap(({ file, object }) => {
    const pod = object.spec?.template?.spec;
    return (pod?.containers ?? []).map((container): Start => {
      const { livenessProbe, startupProbe, readinessProbe } = container;
      const probes = [livenessProbe, startupProbe, readinessProbe].filter(
        (one) => one !== undefined,
      );
      const ports = container.ports.map(({ containerPort }) => containerPort);
      return {
        location: `${file}: ${object.metadata.name}`,
        process: processOf(container.args[1]),
        environment: Object.fromEntries(
          container.env.map(({ name, value = "" }) => [
            name,
            value.replace("$(POD_NAME)", "venue-0"),
          ]),
        ),
        ports,
        health: probes.map(({ httpGet: { path, port } }) => ({
          path,
          port: port === "http" ? (ports[0] ?? 0) : Number(port),
        })),
        stopSeconds: pod?.terminationGracePeriodSeconds ?? 0,
      };
    });
  });
}

/** Directives of a unit; a repeated one has several values. */
export function readUnit(text: string): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const line of text.split("\n").filter((one) => !/^\s*(?:[#;]|\[\w+\]|$)/.test(one))) {
    const [, name, value = ""] = /^([A-Z][A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`No directive: ${line}`);
    directives.set(name, [...(directives.get(name) ?? []), value]);
  }
  return directives;
}

export const UNITS = globSync("systemd/*.service", { cwd: DEPLOY }).toSorted();

export function unitStarts(): Start[] {
  return UNITS.map((file) => {
    const unit = readUnit(deployFile(file));
    const [example = ""] = unit.get("EnvironmentFile") ?? [];
    const own = (unit.get("Environment") ?? []).join(" ").replaceAll(" ", "\n");
    return {
      location: file,
      process: processOf(unit.get("ExecStart")?.[0]?.split(" ")[1]),
      environment: {
        ...parseEnv(deployFile(example.replace("/etc/svc/", "env/").concat(".example"))),
        ...parseEnv(own),
        // It is set by hand on each of the two machines.
        ...(file.includes("venue") && { VENUE_NODE_URL: "" }),
      },
      ports: [],
      health: [],
      stopSeconds: Number(unit.get("TimeoutStopSec")?.[0]),
    };
  });
}
