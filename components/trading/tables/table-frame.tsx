import type { ReactNode } from "react";

type TableFrameProps = {
  /** Filters and actions on all rows; from 1280 px they stand in the row of the tabs. */
  tools?: ReactNode;
  children: ReactNode;
};

/** A table in the panel of its tab, which is a grid of two rows: tabs and tools, then the table. */
export function TableFrame({ tools, children }: TableFrameProps) {
  return (
    <div className="flex h-full min-h-0 flex-col xl:contents">
      {tools ? (
        <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1 xl:col-start-2 xl:row-start-1 xl:flex-nowrap xl:border-b-0 xl:py-0 xl:whitespace-nowrap">
          {tools}
        </div>
      ) : null}
      {/* Contained, so that a wide table does not widen the column of the tools. */}
      <div className="min-h-0 min-w-0 flex-1 xl:col-[1/3] xl:row-start-2 xl:border-t xl:[contain:inline-size]">
        {children}
      </div>
    </div>
  );
}
