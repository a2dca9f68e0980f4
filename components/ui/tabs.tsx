"use client";

import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useMemo,
} from "react";

type Tabs = { id: string; value: string; onValueChange: (value: string) => void };

const TabsContext = createContext<Tabs | undefined>(undefined);

function useTabs(): Tabs {
  const value = useContext(TabsContext);
  if (!value) throw new Error("This component must be inside Root.");
  return value;
}

type RootProps = {
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
  children: ReactNode;
};

/** Tabs by the WAI-ARIA pattern: arrows, Home and End select a tab and show its panel. */
export function Root({ value, onValueChange, className, children }: RootProps) {
  const id = useId();
  const tabs = useMemo(() => ({ id, value, onValueChange }), [id, value, onValueChange]);
  return (
    <TabsContext value={tabs}>
      <div className={className}>{children}</div>
    </TabsContext>
  );
}

export function List(props: ComponentProps<"div">) {
  return <div role="tablist" aria-orientation="horizontal" {...props} />;
}

type TriggerProps = ComponentProps<"button"> & { value: string };

/** One tab; `data-[state=active]` is the selected one, the only one in the tab order. */
export function Trigger({ value, ...rest }: TriggerProps) {
  const tabs = useTabs();
  const active = value === tabs.value;
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={active}
      aria-controls={`${tabs.id}-panel-${value}`}
      data-state={active ? "active" : "inactive"}
      tabIndex={active ? 0 : -1}
      onClick={() => tabs.onValueChange(value)}
      onKeyDown={goByKey}
      {...rest}
    />
  );
}

type ContentProps = ComponentProps<"div"> & { value: string };

/** The panel of a tab, empty while another tab is selected. */
export function Content({ value, children, ...rest }: ContentProps) {
  const tabs = useTabs();
  const active = value === tabs.value;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      data-state={active ? "active" : "inactive"}
      hidden={!active}
      tabIndex={0}
      {...rest}
    >
      {active ? children : null}
    </div>
  );
}

/** The arrows follow the text direction and wrap around. */
function goByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const list = event.currentTarget.closest("[role=tablist]");
  if (!list) return;
  const all = [...list.querySelectorAll<HTMLElement>("[role=tab]:enabled")];
  const current = all.indexOf(event.currentTarget);
  const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
  const targets: Record<string, number> = {
    ArrowRight: current + forward,
    ArrowLeft: current - forward,
    Home: 0,
    End: all.length - 1,
  };
  const index = targets[event.key];
  if (index === undefined) return;
  event.preventDefault();
  const tab = all[(index + all.length) % all.length];
  tab?.focus();
  tab?.click();
}
