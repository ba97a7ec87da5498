-- A server that signs in as the application alone brings nothing up: it compares what was applied with its own files.
grant select on public.migrations to glasshouse_app;
