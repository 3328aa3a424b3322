// Collects the server's spans and exports them to OTEL_EXPORTER_OTLP_ENDPOINT (monitoring.md).
import { NodeSDK } from '@opentelemetry/sdk-node';

process.env.OTEL_SERVICE_NAME ??= 'mandoob';
new NodeSDK().start();
