/** A Python that comes first on the path may lack Debian's packages. */
export const PYTHONS = ["python3", "/usr/bin/python3"];
