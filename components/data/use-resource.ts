"use client";

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { failureText } from "./failure-text.ts";
import { useFrame } from "./frame-context.ts";
import { type Answer, readJson } from "./http.ts";
import { RepeatedRead } from "./repeated-read.ts";

export type Resource<Data> = {
  /** The last successful answer. */
  data: Data | undefined;
  /** Why the last read failed, in the page's language. `data` is then older than it should be. */
  error: string | undefined;
  /** The catalogue code of that failure. */
  errorCode: string | undefined;
  /** True during a read. */
  loading: boolean;
  /** Reads again; resolves when the answer is in. */
  reload: () => Promise<void>;
  /** The same for a poll: it does nothing during a read, and shows no loading state. */
  poll: () => void;
  /** Replaces the shown data at once, for example by the body of a write's answer. */
  change: (next: (data: Data) => Data) => void;
};

/** The state of a read that a page shows. */
export type PageRead<Data> = Pick<Resource<Data>, "data" | "error" | "loading" | "reload">;

type State<Data> = Pick<Resource<Data>, "data" | "error" | "errorCode"> & {
  /** The address that this answer belongs to. */
  url: string | undefined;
  again: boolean;
};

/**
 * Reads one of the service's own endpoints when the component appears and when the address changes. The shape of the
 * answer is not checked. Nothing is read without an address, nor while no one is signed in, because the data belongs to
 * an account.
 *
 * `first` is the answer for the first address that the server read with the page. In a fresh document it is up to date
 * and nothing is read until something asks for it; in a page that is shown again it may be old and is read at once.
 */
export function useResource<Data>(address: string | undefined, first?: Data): Resource<Data> {
  const { person, noteSessionEnd } = useFrame();
  const url = person === undefined ? undefined : address;
  const [state, setState] = useState<State<Data>>(() =>
    url === undefined || first === undefined ? NOTHING : { ...NOTHING, url, data: first },
  );
  const isHydrated = useHydrated();
  const isNew = useRef(first !== undefined && !isHydrated);
  const [reading] = useState(() => new RepeatedRead());
  const read = useCallback((): Promise<void> => {
    reading.drop();
    if (url === undefined) return Promise.resolve();
    const take = (answer: Answer<Data>) => {
      if (!answer.ok && answer.code === "SIGN_IN_REQUIRED") noteSessionEnd();
      setState((before) => ({
        url,
        data: answer.ok ? answer.body : before.url === url ? before.data : undefined,
        error: answer.ok ? undefined : failureText(answer),
        errorCode: answer.ok ? undefined : answer.code,
        again: false,
      }));
    };
    return reading.begin((signal) => readJson<Data>(url, signal), take);
  }, [reading, url, noteSessionEnd]);
  useEffect(() => {
    if (!isNew.current) void read();
    isNew.current = false;
    return () => reading.drop();
  }, [reading, read]);
  const reload = useCallback(() => {
    setState((before) => ({ ...before, again: true }));
    return read();
  }, [read]);
  const poll = useCallback(() => {
    if (!reading.isUnderWay) void read();
  }, [reading, read]);
  const change = useCallback((next: (data: Data) => Data) => {
    setState((before) =>
      before.data === undefined ? before : { ...before, data: next(before.data) },
    );
  }, []);
  const isOf = state.url === url;
  return {
    data: isOf ? state.data : undefined,
    error: isOf ? state.error : undefined,
    errorCode: isOf ? state.errorCode : undefined,
    loading: !isOf || state.again,
    reload,
    poll,
    change,
  };
}

const NOTHING = {
  url: undefined,
  data: undefined,
  error: undefined,
  errorCode: undefined,
  again: false,
};

/** False on the server and during hydration, where both must render the same; then true. */
function useHydrated(): boolean {
  return useSyncExternalStore(never, onClient, onServer);
}

const never = () => () => {};
const onClient = () => true;
const onServer = () => false;
