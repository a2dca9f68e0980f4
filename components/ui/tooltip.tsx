import { type ReactNode, useId } from "react";

/** A short explanation under its child, on hover and on keyboard focus; also the child's description. */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode;
  children: (describedBy: string) => ReactNode;
}) {
  const id = useId();
  return (
    <span className="group relative inline-flex">
      {children(id)}
      <span
        id={id}
        role="tooltip"
        className="pointer-events-none invisible absolute top-full right-0 z-40 mt-1.5 w-56 rounded border border-line-strong bg-raised px-2.5 py-1.5 text-xs whitespace-normal text-ink shadow-lg group-focus-within:visible group-hover:visible"
      >
        {text}
      </span>
    </span>
  );
}
