{{- define "app.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "app.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "app.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "app.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* The secret with the certificate authority: given, or made by ECK. */}}
{{- define "app.caSecret" -}}
{{- if .Values.elasticsearch.eck.enabled }}{{ include "app.name" . }}-es-http-certs-public
{{- else }}{{ .Values.elasticsearch.caSecret }}{{ end }}
{{- end }}

{{- define "app.check" -}}
{{- if and .Values.elasticsearch.url .Values.elasticsearch.eck.enabled }}
{{- fail "Set elasticsearch.url or elasticsearch.eck.enabled, not both." }}
{{- end }}
{{- if not (or .Values.elasticsearch.url .Values.elasticsearch.eck.enabled) }}
{{- fail "Set elasticsearch.url to the address of a cluster, or elasticsearch.eck.enabled to have one made." }}
{{- end }}
{{- if and .Values.ingress.enabled (or (not .Values.ingress.host) (not .Values.ingress.tlsSecret)) }}
{{- fail "ingress.enabled needs ingress.host and ingress.tlsSecret." }}
{{- end }}
{{- if and .Values.httpRoute.enabled (or (not .Values.httpRoute.parentRefs) (not .Values.httpRoute.hostnames)) }}
{{- fail "httpRoute.enabled needs httpRoute.parentRefs, the Gateways that take the routes, and httpRoute.hostnames." }}
{{- end }}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.from) }}
{{- fail "networkPolicy.enabled needs networkPolicy.from, the peers that may ask the service." }}
{{- end }}
{{- if and .Values.load.enabled (or (not .Values.load.existingClaim) (not .Values.load.loads)) }}
{{- fail "load.enabled needs load.existingClaim, the volume with the files, and load.loads." }}
{{- end }}
{{- end }}

{{/* The pod of the service, of a seed or of a load: what differs is its container's command, probes and resources, and the
user of Elasticsearch. */}}
{{- define "app.environment" -}}
{{- $secret := .Values.elasticsearch.credentialsSecret }}
{{- include "app.container" (dict "root" . "user" "service" "name" "commerce-analytics" "secret" $secret) }}
{{- end }}

{{- define "app.loaderEnvironment" -}}
{{- $secret := .Values.elasticsearch.loaderSecret | default .Values.elasticsearch.credentialsSecret }}
{{- include "app.container" (dict "root" . "user" "loader" "name" "commerce-analytics-loader" "secret" $secret) }}
{{- end }}

{{- define "app.container" -}}
envFrom:
  - configMapRef:
      name: {{ include "app.name" .root }}
  {{- with .secret }}
  - secretRef:
      name: {{ . }}
  {{- end }}
{{- if .root.Values.elasticsearch.eck.enabled }}
env:
  - name: ELASTICSEARCH_USERNAME
    value: {{ .name }}
  - name: ELASTICSEARCH_PASSWORD
    valueFrom:
      secretKeyRef:
        name: {{ include "app.name" .root }}-{{ .user }}-user
        key: password
{{- end }}
image: {{ include "app.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "app.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  {{- if include "app.caSecret" . }}
  - name: elasticsearch-ca
    secret:
      secretName: {{ include "app.caSecret" . }}
      items:
        - key: ca.crt
          path: ca.crt
  {{- end }}
{{- end }}

{{- define "app.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if include "app.caSecret" . }}
- name: elasticsearch-ca
  mountPath: /elasticsearch-ca
  readOnly: true
{{- end }}
{{- end }}
