/** In the place of the dashboard until its figures are there: as high as its parts will be. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <output aria-label={label} className="!flex flex-col gap-4">
      {["h-14", "h-64", "h-72", "h-96"].map((height) => (
        <div key={height} className={`${height} animate-pulse rounded-md border bg-surface`} />
      ))}
    </output>
  );
}
