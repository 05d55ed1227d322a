/**
 * The rules of Home Assistant's quality scale in 2026, Bronze to Platinum
 * (https://developers.home-assistant.io/docs/core/integration-quality-scale/checklist).
 */
export const qualityRules: ReadonlySet<string> = new Set(
  `action-setup appropriate-polling brands common-modules config-flow config-flow-test-coverage dependency-transparency
   docs-actions docs-conditions docs-high-level-description docs-installation-instructions docs-removal-instructions
   docs-triggers entity-event-setup entity-unique-id has-entity-name runtime-data test-before-configure test-before-setup
   unique-config-entry

   action-exceptions config-entry-unloading docs-configuration-parameters docs-installation-parameters entity-unavailable
   integration-owner log-when-unavailable parallel-updates reauthentication-flow test-coverage

   devices diagnostics discovery discovery-update-info docs-data-update docs-examples docs-known-limitations
   docs-supported-devices docs-supported-functions docs-troubleshooting docs-use-cases dynamic-devices entity-category
   entity-device-class entity-disabled-by-default entity-translations exception-translations icon-translations
   reconfiguration-flow repair-issues stale-devices

   async-dependency inject-websession strict-typing`.split(/\s+/),
);
